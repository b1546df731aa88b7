// What the README tells a new user to do: the code blocks of its section "Install".
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail } from './commands.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/**
 * The lines that install and write a tsconfig.json, the configuration with the name of its file, and the lines that lint,
 * in the README's words. Ends the process where the section has another form.
 */
export function installSection() {
  const [, section = ''] =
    /^## Install\n([\s\S]*?)^## /m.exec(readFileSync(path.join(root, 'README.md'), 'utf8')) ?? [];
  const blocks = [...section.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, code]) => ({
    language,
    code,
  }));
  const form = blocks.map(({ language }) => language).join(', ');
  if (form !== 'sh, js, sh') {
    fail(
      `"Install" in README.md should have three code blocks, "sh, js, sh": install, configure, lint. It has "${form}".`,
    );
  }
  const tsconfig = /^Without a `tsconfig\.json`, `([^`]+)` writes one\./m.exec(section)?.[1];
  if (tsconfig === undefined) fail('"Install" in README.md should have a command that writes a tsconfig.json.');
  const [install, configuration, lint] = blocks;
  return {
    install: [...linesOf(install.code), tsconfig],
    configuration: configurationOf(configuration.code),
    lint: linesOf(lint.code),
  };
}

/** A block of docs/snippets. A test holds the pages that show it to these words. */
export function snippet(name) {
  const text = readFileSync(path.join(root, 'docs/snippets', name), 'utf8');
  return name.endsWith('.sh') ? linesOf(text) : configurationOf(text);
}

function linesOf(code) {
  return code.trim().split('\n');
}

function configurationOf(code) {
  const file = /^\/\/ (eslint\.config\.[cm]?js)\n/.exec(code)?.[1];
  if (file === undefined) fail(`The first line of a configuration should be its file's name:\n${code}`);
  return { file, code };
}
