import { readDemoFile } from "@/lib/developer-tools/demo/demo-file";
import { tamperWithAudit } from "@/test/factories/mint-audit";
import { expect, test } from "@/test/process/process-test";
import { connectServerDatabase } from "@/test/process/server-database";
import { commands, stopServer } from "@/test/process/server-process";

test("latchkey audit verify verifies the logs with and without the service and names a tampered row", async ({
  instance,
  startServer,
  spawnServer,
}) => {
  const verify = async (...organization: string[]) => {
    const command = [...commands.latchkey, "audit", "verify", ...organization] as const;
    const run = spawnServer({ command });
    return { code: await run.ended, output: run.output() };
  };
  const server = await startServer();
  const organizationId = readDemoFile(instance.dataDir)?.organization_id ?? "";
  const noted = spawnServer({
    command: [...commands.latchkey, "organization", "verify", organizationId],
  });
  expect(await noted.ended).toBe(0);
  expect(noted.output()).toContain("Shipfast Labs is verified.");
  const intact = new RegExp(`^Organization ${organizationId}: \\d+ rows, intact\\.`, "m");
  const beside = await verify();
  expect(beside.output).toMatch(intact);
  expect(beside.code).toBe(0);

  const close = connectServerDatabase(instance);
  await tamperWithAudit(
    "UPDATE audit_rows SET actor = 'user:nobody' WHERE id = (SELECT min(id) FROM audit_rows)",
  );
  await close();
  await stopServer(server);
  const alone = await verify(organizationId);
  expect(alone.output).toMatch(
    new RegExp(
      `^Organization ${organizationId}: row \\d+ \\(client.created by user:nobody, 20`,
      "m",
    ),
  );
  expect(alone.code).toBe(1);

  const unknown = await verify("f".repeat(24));
  expect(unknown.output).toContain("has no audit log");
  expect(unknown.code).toBe(1);
});
