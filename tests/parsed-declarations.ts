import ts from 'typescript';

const parsed = new Map<string, ts.SourceFile | undefined>();

/**
 * A host whose declaration files are parsed once for all programs of the process: those of the library and of the SDKs
 * are most of the cost of a small program. What is installed does not change while tests run. Comments are left out: no
 * type depends on those of a declaration file.
 */
export function sharingDeclarations(host: ts.CompilerHost): ts.CompilerHost {
  return {
    ...host,
    getSourceFile: (name, how, ...rest) => {
      if (!isInstalledDeclaration(name)) return host.getSourceFile(name, how, ...rest);
      const manner = typeof how === 'object' ? how : { languageVersion: how };
      const key = `${String(manner.impliedNodeFormat)} ${name}`;
      if (!parsed.has(key)) {
        const text = host.readFile(name);
        const jsDocParsingMode = ts.JSDocParsingMode.ParseForTypeErrors;
        parsed.set(
          key,
          text === undefined ? undefined : ts.createSourceFile(name, text, { ...manner, jsDocParsingMode }),
        );
      }
      return parsed.get(key);
    },
  };
}

function isInstalledDeclaration(name: string): boolean {
  return name.includes('/node_modules/') && /\.d\.[cm]?ts$/.test(name);
}
