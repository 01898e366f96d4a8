import { expect, it } from "vitest";
import { type Command, type CommandGroup, matchCommands } from "./command";

const command = (text: string, isFound?: true): Command => ({
  id: text,
  text,
  label: text,
  ...(isFound && { isFound }),
  run: () => {},
});

const groups: CommandGroup[] = [
  { id: "pages", label: "Pages", items: [command("Clients"), command("Übersicht")] },
  { id: "clients", label: "Clients", items: [command("Shipfast", true)] },
  { id: "settings", label: "Settings", items: [command("Appearance: Dark")] },
];

function matching(query: string): string[] {
  return matchCommands(groups, query).flatMap(({ items }) => items.map(({ id }) => id));
}

it.each([
  ["", ["Clients", "Übersicht", "Shipfast", "Appearance: Dark"]],
  ["dark appear", ["Shipfast", "Appearance: Dark"]],
  ["UBERSICHT", ["Übersicht", "Shipfast"]],
  ["settings", ["Shipfast", "Appearance: Dark"]],
])(
  "offers for %j the commands that contain every word, and the server's results",
  (query, found) => {
    expect(matching(query)).toEqual(found);
  },
);

it("omits groups without a match", () => {
  const [, clients] = groups;
  expect(matchCommands(groups, "x3Qa")).toEqual([clients]);
});
