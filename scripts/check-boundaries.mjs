// Proves that the import boundaries in biome.json bite: a pattern that stopped matching would
// otherwise look the same as a clean tree.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";

const BIOME = resolve("node_modules/@biomejs/biome/bin/biome");

/** Imports that must be refused, and the file that would hold them. */
const FORBIDDEN = [
  ["app/fixture/page.tsx", "@/lib/db/client"],
  ["app/fixture/page.tsx", "@/lib/clients/repository"],
  ["app/fixture/page.tsx", "@prisma/client"],
  ["components/fixture/list.tsx", "@/lib/clients/list-clients"],
  ["components/fixture/list.tsx", "@/app/layout"],
  ["lib/api-client/fixture.ts", "@/lib/clients/repository"],
  ["lib/clients/fixture.ts", "@/lib/oauth/tokens/repository"],
  ["lib/clients/fixture.ts", "../oauth/tokens/exchange-code"],
  ["lib/clients/fixture.ts", "@/lib/db/generated/client"],
  ["lib/clients/fixture.ts", "@/components/ui/button"],
  ["lib/oauth/fixture/fixture-repository.ts", "@/lib/http/handle"],
  ["lib/http/fixture.ts", "@/app/layout"],
  ["lib/db/fixture.ts", "@/lib/clients/repository"],
];

/** Imports that must pass: a rule that refuses everything proves nothing. */
const ALLOWED = [
  ["app/fixture/page.tsx", "@/lib/clients/list-clients"],
  ["components/fixture/list.tsx", "@/lib/api-client/clients"],
  ["components/fixture/list.tsx", "@/lib/clients/schemas"],
  ["lib/clients/fixture.ts", "@/lib/clients/repository"],
  ["lib/clients/fixture.ts", "@/lib/oauth/grants/revoke-client-grants"],
  ["lib/clients/repository.ts", "@/lib/db/generated/client"],
];

/** Folders of lib that are no domain: what domains are built on, or what is built on domains. */
const NO_DOMAIN = ["api-client", "boot", "crypto", "db", "http"];

/** Each domain needs an override of its own, which a new one easily lacks. */
for (const { name } of readdirSync("lib", { withFileTypes: true }).filter((e) => e.isDirectory())) {
  if (NO_DOMAIN.includes(name)) continue;
  FORBIDDEN.push([`lib/${name}/fixture.ts`, "@/lib/another/repository"]);
  ALLOWED.push([`lib/${name}/fixture.ts`, `@/lib/${name}/repository`]);
}

/** Writes each import into a file of its own, in a tree that has nothing but these and the rules. */
function writeFixtures(tree) {
  const rules = { ...JSON.parse(readFileSync("biome.json", "utf8")), vcs: { enabled: false } };
  delete rules.$schema;
  writeFileSync(join(tree, "biome.json"), JSON.stringify(rules));
  return [...FORBIDDEN, ...ALLOWED].map(([path, source], index) => {
    const file = join(dirname(path), String(index), basename(path));
    mkdirSync(join(tree, dirname(file)), { recursive: true });
    writeFileSync(join(tree, file), `import "${source}";\n`);
    return { file, text: `${path} importing ${source}`, forbidden: index < FORBIDDEN.length };
  });
}

/** @returns {string} What Biome reports on the tree, with the paths in it. */
function lint(tree) {
  const options = ["--only=style/noRestrictedImports", "--reporter=json", "--max-diagnostics=none"];
  const { stdout } = spawnSync(process.execPath, [BIOME, "lint", ...options], {
    cwd: tree,
    encoding: "utf8",
  });
  return stdout;
}

const tree = mkdtempSync(join(tmpdir(), "latchkey-boundaries-"));
try {
  const fixtures = writeFixtures(tree);
  const report = lint(tree);
  const wrong = fixtures.filter(({ file, forbidden }) => report.includes(file) !== forbidden);
  for (const { text, forbidden } of wrong) {
    process.stderr.write(`biome.json ${forbidden ? "lets pass" : "refuses"}: ${text}\n`);
  }
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  rmSync(tree, { recursive: true });
}
