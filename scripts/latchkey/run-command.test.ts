import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { typeCommand } from "@/test/process/type-command";
import { commands } from "./commands";

const type = (line: string, isPackaged = false) =>
  typeCommand(line.split(" ").filter(Boolean), isPackaged);

it("without a command, prints one line for each and exits with 0", async () => {
  const { status, stdout } = await type("");
  expect(status).toBe(0);
  const [usage, , ...lines] = stdout.trimEnd().split("\n");
  expect(usage).toBe("Usage: npm run latchkey -- COMMAND");
  expect(lines.map((line) => line.trim().split("  ")[0])).toEqual(commands.map(({ name }) => name));
});

it.each([
  ["key rotat", "keys rotate"],
  ["keys:rotate", "keys rotate"],
  ["service-kye Gateway", "service-key"],
  ["audit", "audit verify"],
])("names the command nearest to an unknown one and exits with 1: %s", async (line, nearest) => {
  const { status, stderr } = await type(line);
  expect(status).toBe(1);
  expect(stderr).toContain(`There is no command "${line}". Did you mean "${nearest}"?`);
});

it("names no other command when none is near", async () => {
  const { stderr } = await type("xyzzy");
  expect(stderr).toBe(
    'There is no command "xyzzy". Without one, npm run latchkey -- lists all commands.\n',
  );
});

it.each([
  ["operator", "operator (email-address | --id ID)"],
  ["operator ada@example.com --admin", "Unknown option '--admin'"],
  ["keys rotate now", "Unexpected argument 'now'"],
  ["service-key", "Without scopes, a new key has all of them except platform/gate."],
  ["service-key --list --revoke 1", "--rotate ID"],
  ["organization verify 1 2", "organization verify organization_id [--undo]"],
])(
  "explains how to use a command with wrong arguments and exits with 1: %s",
  async (line, text) => {
    const { status, stderr } = await type(line);
    expect(status).toBe(1);
    expect(stderr).toContain("Usage: npm run latchkey -- ");
    expect(stderr).toContain(text);
  },
);

it("a package offers no command that needs a checkout", async () => {
  expect((await type("", true)).stdout).not.toContain("migration draft");
  expect((await type("migration draft add-tags", true)).status).toBe(1);
});

it("at most 18 npm scripts run everything, and one named after a command runs it", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(18);
  const named = commands.filter(({ name }) => name in scripts);
  expect(named.map(({ name }) => name)).toEqual(["service-key", "operator", "import"]);
  for (const { name } of named) expect(scripts[name]).toBe(`node scripts/latchkey.mjs ${name}`);
});
