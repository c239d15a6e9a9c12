"""Fine-tuning the detector with Ultralytics (`zhuoji train`): plan, data, augmentation, trainer, record.

Needs the extra ``train``; runs in a child process whose memory allocator and threads are set before torch loads.
"""
