import { describe, expect, it } from 'vitest';
import { eslintRules } from '../../src/hosts/eslint/rules.ts';
import { rules } from '../../src/rules/index.ts';
import { docsUrlOf, type Rule } from '../../src/rules/rule.ts';
import { filesUnder, textOf } from './repository.ts';

describe('the list of rules', () => {
  const names = Object.keys(rules);

  it('has a source file for each rule, and each source file', () => {
    const sources = filesUnder('src/rules', '.ts').filter((file) => /= defineRule\b/.test(textOf(file)));

    expect(sources).toEqual(names.map((name) => `src/rules/${name}.ts`).sort());
  });

  it('has a docs page for each rule, and each docs page', () => {
    expect(filesUnder('docs/rules', '.md')).toEqual(names.map((name) => `docs/rules/${name}.md`).sort());
  });

  it('is in alphabetical order', () => {
    expect(names).toEqual(names.toSorted());
  });
});

describe.each(Object.entries(rules))('%s', (name, rule) => {
  const { docs } = rule;
  const tests = testsOf(name);
  const page = textOf(`docs/rules/${name}.md`);

  it('says in one phrase what it disallows, enforces or requires', () => {
    expect(docs.description).toMatch(/^(Disallow|Enforce|Require) .+[^.]$/);
  });

  it('describes each option in its schema, and gives it a default', () => {
    const { properties = {}, defaults = {} } = rule.options ?? {};

    expect(Object.values(properties).filter((schema) => !('description' in schema))).toEqual([]);
    expect(Object.keys(defaults).sort()).toEqual(Object.keys(properties).sort());
  });

  it('is named after a fault, a duty or a form', () => {
    expect(name).toMatch(/^(no|require|valid)-[a-z]+(-[a-z]+)*$/);
  });

  it('exports the rule under its name in camel case', () => {
    const exportName = name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

    expect(textOf(`src/rules/${name}.ts`)).toContain(`export const ${exportName} = defineRule`);
  });

  it('has the URL of its own docs page', () => {
    expect(eslintRules[name]?.meta.docs).toMatchObject({ url: docsUrlOf(name) });
  });

  it('has a test file', () => {
    expect(tests).not.toBe('');
  });

  it.each(Object.keys(rule.messages))('has a test that expects the message %s', (messageId) => {
    expect(tests).toMatch(new RegExp(`['"\`]${messageId}['"\`]`));
  });

  it.each(optionsOf(rule))('documents the option %s with an example', (option) => {
    const section = sectionOf(page, 'Options');

    expect(section).toContain(`\`${option}\``);
    expect(codeIn(section)).toMatch(new RegExp(`\\b${option}\\b`));
  });

  it('begins its page with what, why and how to fix, a wrong program, the right one, and the options', () => {
    const [, body = ''] = page.split('<!-- end auto-generated rule header -->');
    const [head = '', ...sections] = body.split(/^## /m);

    expect(head.trim()).toMatch(/^- \*\*Reports\*\* .+\n- \*\*Why:\*\* .+\n- \*\*Fix:\*\* .+$/);
    const first = sections.map((section) => section.split('\n')[0]).slice(0, rule.options ? 3 : 2);
    expect(first).toEqual(['Incorrect', 'Correct', 'Options'].slice(0, first.length));
  });

  it('documents why, what is reported, how it decides, and what it does not see', () => {
    const headings = [...page.matchAll(/^#{2,3} (.+)$/gm)].map((match) => match[1]);

    expect(headings).toEqual(
      expect.arrayContaining([
        'Incorrect',
        'Correct',
        'How it decides',
        'What happens at run time',
        'Known limits',
        'When not to use it',
      ]),
    );
  });
});

function testsOf(ruleName: string): string {
  const files = [`tests/rules/${ruleName}.test.ts`, 'tests/rules/suggestions.test.ts'];
  return filesUnder('tests/rules', '.ts')
    .filter((file) => files.includes(file) || file.startsWith(`tests/rules/${ruleName}/`))
    .map(textOf)
    .join('\n');
}

/** The names of a rule's options. Fields below them are checked by the generator of the docs heads. */
function optionsOf({ options }: Rule): string[] {
  return Object.keys(options?.properties ?? {});
}

function sectionOf(page: string, heading: string): string {
  const [, ...rest] = page.split(new RegExp(`^## ${heading}$`, 'm'));
  return rest.join('').split(/^## /m)[0] ?? '';
}

function codeIn(markdown: string): string {
  return [...markdown.matchAll(/^```[a-z]*\n([\s\S]*?)^```/gm)].map((match) => match[1]).join('\n');
}
