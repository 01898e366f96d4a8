import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const PACKAGE = "dist/latchkey";
const BASE = "localhost/latchkey-base";
const IMAGE = "localhost/latchkey-test";
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";

/**
 * Builds the image with the Containerfile, from the package and this machine's Node instead of a registry's.
 *
 * @returns Its name.
 */
export function buildImage(): string {
  execFileSync(process.execPath, ["scripts/package.mjs"], { stdio: "inherit" });
  buildBase();
  const base = ["--build-arg", `BASE=${BASE}`];
  buildah(...base, "--build-context", `package=${PACKAGE}`, "--tag", IMAGE, ".");
  return IMAGE;
}

/** An image of nothing but this machine's Node and the libraries that it and the package load. */
function buildBase(): void {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-base-"));
  const copy = (file: string, target: string) => {
    mkdirSync(dirname(join(folder, target)), { recursive: true });
    cpSync(file, join(folder, target), { dereference: true });
  };
  try {
    chmodSync(folder, 0o755);
    copy(process.execPath, "usr/local/bin/node");
    for (const library of librariesOf(process.execPath, ...addons())) copy(library, library);
    if (existsSync(CERTIFICATES)) copy(CERTIFICATES, CERTIFICATES);
    mkdirSync(join(folder, "tmp"));
    chmodSync(join(folder, "tmp"), 0o1777);
    writeFileSync(join(folder, "etc/passwd"), "root:x:0:0::/:\nnode:x:1000:1000::/:\n");
    writeFileSync(join(folder, "etc/group"), "root:x:0:\nnode:x:1000:\n");
    writeFileSync(
      join(folder, "Containerfile"),
      "FROM scratch\nCOPY . /\nENV PATH=/usr/local/bin\n",
    );
    buildah("--tag", BASE, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Native code of the package's packages. */
function addons(): string[] {
  const files = readdirSync(PACKAGE, { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".node")).map((file) => join(PACKAGE, file));
}

/** The system's libraries; those of the package itself are copied with it. */
function librariesOf(...programs: string[]): string[] {
  const lines = programs.flatMap((file) =>
    execFileSync("ldd", [file], { encoding: "utf8" }).split("\n"),
  );
  const paths = lines.map((line) => /(?:=> |^\s*)(\/lib\S+|\/usr\/lib\S+)/.exec(line)?.[1]);
  return [...new Set(paths.filter((path) => path !== undefined))];
}

/** Isolated by chroot, which needs fewer rights than a container. */
function buildah(...args: string[]): void {
  const options = ["build", "--quiet", "--isolation", "chroot", "--format", "docker"];
  execFileSync("buildah", [...options, ...args], { stdio: ["ignore", "ignore", "inherit"] });
}
