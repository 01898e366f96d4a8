import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "@/test/process/process-test";

test("a cluster loses no acknowledged token when a Latchkey and the primary are killed", async () => {
  // Starts eleven programs, one after the other, and Patroni replaces a lost primary after 20 seconds.
  test.setTimeout(900_000);
  const events = ["--kill", "latchkey", "--kill", "primary"];
  const stdio = ["ignore", "pipe", "inherit"] as const;
  const example = spawn(process.execPath, ["scripts/example-cluster.mjs", ...events], {
    stdio: [...stdio],
  });
  const [output, [code]] = await Promise.all([text(example.stdout), once(example, "exit")]);
  test.skip(output.includes("This needs other programs"), "apt-get could not install them");
  expect(output).toMatch(/^Acknowledged: [1-9]\d+, lost: 0$/m);
  expect(code).toBe(0);
});
