// npm start, and npm run dev with --dev: from a fresh clone to a running service. With --built, only the last part,
// using what was installed and built before. Until the packages are installed, this file and its imports use only Node
// itself.
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isPublicAddress } from "../lib/core/addresses/parse-url.mjs";
import { LockError, takeBuildLock, takeInstanceLock } from "../lib/core/process/lock.mjs";
import { build, bundleServer } from "./build.mjs";
import { endWithNpm } from "./end-with-npm.mjs";
import { generate } from "./generate.mjs";
import { install } from "./install.mjs";
import { CommandError } from "./run.mjs";
import { SAMPLE_EXTENSION, startSampleExtension } from "./sample-extension.mjs";
import { print, step } from "./step.mjs";

const OLDEST_NODE = [20, 19];

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const development = process.argv.includes("--dev");
const dataDir = resolve(process.env.DATA_DIR || ".data");
const { DEMO, DATABASE_URL, BASE_URL } = process.env;
const demo = DEMO ? DEMO === "1" : !DATABASE_URL && !isPublicAddress(BASE_URL);

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  process.stderr.write(
    `Latchkey requires Node ${OLDEST_NODE.join(".")} or newer; this is ${process.versions.node}. Download it from https://nodejs.org\n`,
  );
  process.exit(1);
}

/** Installs, generates and builds what is missing or out of date. */
async function prepare() {
  const release = takeBuildLock();
  try {
    await step("Packages", () => install("."), String);
    if (demo) await step("Sample extension", () => install(SAMPLE_EXTENSION), String);
    await step("Database client", generate, String);
    if (development) await step("Server", bundleServer);
    else await step("Build", build, String);
  } finally {
    release();
  }
}

/** Serves until a signal; the server's own module handles it in this process. */
async function serve() {
  process.env.NODE_ENV = development ? "development" : "production";
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  // After an edit, only Next's own copy of lib is recompiled.
  if (development) process.env.FAST_LANE = "0";
  const { shutdown } = await import(pathToFileURL(resolve("dist/server.mjs")).href);
  const stopExtension = demo && startSampleExtension(dataDir);
  if (stopExtension) shutdown.add("workers", stopExtension);
}

checkNode();
endWithNpm();
try {
  const address = process.env.BASE_URL || `http://127.0.0.1:${process.env.PORT || "3000"}`;
  process.on("exit", takeInstanceLock(dataDir, address));
  if (!process.argv.includes("--built")) await prepare();
  await serve();
} catch (error) {
  if (!(error instanceof LockError || error instanceof CommandError)) throw error;
  print(error.message);
  process.exit(1);
}
