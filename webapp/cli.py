"""`zhuoji`, the one console script (SPEC 2.2, 2.3, 2.5). Sub-commands are imported only when they run."""

from __future__ import annotations

from importlib import import_module

import click

# name → (module, object); those of datasets work in a clone of the repo only
COMMANDS: dict[str, tuple[str, str]] = {
    "settle": ("webapp.commands.settle", "settle"),
    "read": ("webapp.commands.read", "read"),
    "demo": ("webapp.commands.demo", "demo"),
    "serve": ("webapp.commands.serve", "serve"),
    "backup": ("webapp.commands.backup", "backup"),
    "doctor": ("webapp.commands.doctor", "doctor"),
    "rules": ("webapp.commands.rules", "rules"),
    "render": ("datasets.commands", "render"),
    "data": ("datasets.commands_data", "data"),
    "train": ("datasets.commands_train", "train"),
    "evaluate": ("datasets.commands_evaluate", "evaluate"),
    "evaluate-layout": ("datasets.commands_layout", "evaluate_layout"),
    "evaluate-set": ("datasets.commands_evaluate", "evaluate_set"),
    "export": ("datasets.commands", "export"),
    "learn-looks": ("datasets.commands_train", "learn_looks"),
    "learn-presence": ("datasets.commands_train", "learn_presence"),
}


class LazyGroup(click.Group):
    """A group whose commands live in modules that load on first use, so that `settle` never loads OpenCV."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name]
        try:
            command = getattr(import_module(module), name)
        except ModuleNotFoundError as error:
            if error.name == "datasets" or (error.name or "").startswith("datasets."):
                raise click.ClickException(
                    f"`zhuoji {cmd_name}` 只能在源码目录里运行 / works only in a clone of the repository."
                ) from None
            raise
        assert isinstance(command, click.Command)
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="zhuoji", prog_name="zhuoji")
def main() -> None:
    """捉鸡相机: a photo of the table in; who pays whom, how much and why out."""
