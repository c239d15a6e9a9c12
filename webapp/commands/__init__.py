"""One module a sub-command of `zhuoji`, imported only when it runs."""
