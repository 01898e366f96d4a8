import { classifyOutage } from "@/lib/core/db/outage";
import { env } from "@/lib/core/env/env";
import { StartupError } from "@/lib/core/errors";
import { readDemoFile } from "@/lib/developer-tools/demo/demo-file";
import { loadDemoData } from "@/lib/developer-tools/demo/load-demo-data";
import { offerOperatorLink } from "@/lib/identity/setup/create-operator";
import { loadCatalogue } from "@/lib/protocol/scopes/load-catalogue";
import { requireKeys } from "@/lib/server/maintenance/keys/rotate-keys";

/**
 * Loads the scope catalogue and, into an empty installation, demo data or a link for the first operator.
 * @returns lines to print
 * @throws StartupError if a key that stored rows need is missing, or if the database went away meanwhile
 */
export async function prepareData(): Promise<readonly string[]> {
  try {
    return await loadData();
  } catch (cause) {
    const outage = classifyOutage(cause);
    if (!outage) throw cause;
    const reason = `The database connection was lost while data was loaded (${outage.reason}). Start again once the database responds.`;
    throw new StartupError(reason, { cause });
  }
}

async function loadData(): Promise<readonly string[]> {
  const { demo, dataDir, encryptionKeys } = env();
  await requireKeys(encryptionKeys);
  await loadCatalogue();
  const loaded = demo ? await loadDemoData() : null;
  if (loaded) {
    return [
      "Demo data has been loaded. These passwords are shown once and stored in demo.json:",
      ...(["seller", "staff", "owner", "admin", "developer", "operator"] as const).map((name) => {
        const { email, password } = loaded[name];
        return `  ${name.padEnd(9)}  ${email}  ${password}`;
      }),
    ];
  }
  if (demo && readDemoFile(dataDir)) return [`Demo logins: ${dataDir}/demo.json`];
  const link = await offerOperatorLink();
  return link
    ? ["There are no accounts yet. Create the first operator within 24 hours:", `  ${link}`]
    : [];
}
