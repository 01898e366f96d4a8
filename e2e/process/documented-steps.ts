import { readFile } from "node:fs/promises";
import { commands } from "@/test/process/server-process";

/** A document whose steps a test follows, with the test's own addresses in place of the document's. */
export type DocumentedSteps = {
  /** The shell block that begins with `# title`. @throws Error if there is none */
  block(title: string): string;
  /** The titles of all shell blocks, in order. */
  titles: readonly string[];
  /** The console block that contains a text, as one program that replaces its shell. */
  program(containing: string): readonly [string, ...string[]];
  /** Returns the words on a button, link, or field if the document names it in bold. @throws Error otherwise */
  named(words: string): string;
};

/** Reads a document. @param addresses what replaces which address of the document */
export async function readSteps(
  file: string,
  addresses: Readonly<Record<string, string>>,
): Promise<DocumentedSteps> {
  let text = await readFile(file, "utf8");
  for (const [documented, own] of Object.entries(addresses)) {
    text = text.replaceAll(documented, own);
  }
  const blocks = new Map(
    [...text.matchAll(/^```sh\n# (\d+ [^\n]*)\n(.*?)^```/gms)].map(([, title = "", block = ""]) => [
      title,
      block,
    ]),
  );
  const consoles = [...text.matchAll(/^ *```console\n(.*?)^ *```/gms)].map(([, one = ""]) => one);
  return {
    titles: [...blocks.keys()],
    block: (title) => requireText(blocks.get(title), title),
    program: (containing) => {
      const one = consoles.find((candidate) => candidate.includes(containing));
      return ["sh", "-c", asProgram(requireText(one, containing))];
    },
    named: (words) => requireText(text.includes(`**${words}**`) ? words : undefined, words),
  };
}

/**
 * A command, with variables before it, that replaces its shell, so that a signal reaches it. `npm start` becomes its
 * last part, since the tests have built already.
 */
export function asProgram(command: string): string {
  const built = command.trim().replace(/npm start$/, commands.built.join(" "));
  return `exec env ${built}`;
}

function requireText<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The document does not contain ${what}`);
  return value;
}
