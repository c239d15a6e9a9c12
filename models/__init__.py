"""The shipped detector (ONNX), its class list and model card; data, no code."""
