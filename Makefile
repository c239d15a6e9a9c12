# One stamp a set of dependencies: pip runs again only when pyproject.toml changes.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
LAN ?=
PORT ?= 8000

.PHONY: setup run test test-long bench lint picture package clean

setup: $(VENV)/.installed

$(VENV)/.created:
	$(PYTHON) -c 'import sys; sys.exit("zhuoji needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make PYTHON=python3.12 " ) if sys.version_info < (3, 11) else 0'
	$(PYTHON) -m venv $(VENV)
	touch $@

$(VENV)/.installed: $(VENV)/.created pyproject.toml
	$(BIN)/python -m pip install --disable-pip-version-check -q -e .
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed pyproject.toml
	$(BIN)/python -m pip install --disable-pip-version-check -q -e '.[dev]'
	touch $@

run: setup
	$(BIN)/zhuoji serve --port $(PORT) $(if $(LAN),--lan)

test: $(VENV)/.installed-dev
	$(BIN)/python -m pytest

test-long: $(VENV)/.installed-dev
	$(BIN)/python -m pytest -m long

bench: $(VENV)/.installed-dev
	$(BIN)/python -m tests.bench $(ONLY)

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# docs/images/architecture.svg, drawn from the imports.
picture: $(VENV)/.installed-dev
	$(BIN)/python -m tests.picture

# dist/zhuoji-VERSION.tar.gz and the wheel made of it.
package: $(VENV)/.installed-dev
	rm -rf dist
	$(BIN)/python -m build --outdir dist .

clean:
	rm -rf dist $(VENV) .mypy_cache .ruff_cache .pytest_cache
