import { createHash } from "node:crypto";
import { companies, people, publishers, scopes } from "../data.mjs";
import { openDirectory } from "./directory.mjs";

/**
 * Tells Latchkey what the platform has: scopes, companies and publishers with their people, and the extensions that
 * already exist. Running it again changes nothing.
 * @param {object} settings from readSettings
 * @returns {Promise<{created: number, known: number}>} how many records were new to Latchkey, and how many were not
 */
export async function provision(settings) {
  const directory = await openDirectory(settings);
  const counts = { created: 0, known: 0 };
  const count = (isNew) => {
    counts[isNew ? "created" : "known"] += 1;
  };
  const put = async (path, body) => count(await directory.put(path, body));

  for (const { name, ...texts } of scopes) await put(`/scopes/${encodeURIComponent(name)}`, texts);
  for (const { id, name, members } of companies) {
    await put(`/companies/${id}`, { name });
    await putMembers(`/companies/${id}`, members);
  }
  for (const { id, name, company_id, members } of publishers) {
    await put(`/organizations/${id}`, { name, company_id, publisher_verified: true });
    await putMembers(`/organizations/${id}`, members);
  }

  for (const { line, status, error } of await directory.importRecords(existing(settings))) {
    if (status === "failed") throw new Error(`import, line ${line}: ${error}`);
    count(status === "created");
  }
  return counts;

  async function putMembers(path, members) {
    for (const [id, role] of Object.entries(members)) {
      const { email, first_name, last_name } = people.find((person) => person.id === id);
      await put(`${path}/members/${id}`, { email, first_name, last_name, role });
    }
  }
}

/** Two extensions that worked with the platform before Latchkey did; Harbour Lamps has installed Parcelwise. */
function existing(settings) {
  const installed = {
    client_id: "parcelwise-2019",
    company_id: 7001,
    scopes: ["company/orders/read"],
  };
  return [
    {
      type: "client",
      client_id: "shipfast-sample",
      organization_id: "shipfast-labs",
      name: "Shipfast",
      description: "Ships what you sell: the sample extension, on the unmodified SDK.",
      secret: settings.SHIPFAST_SECRET,
      scopes: ["company/products/read", "company/orders/read", "company/profile"],
      base_url: settings.SHIPFAST_URL,
      redirect_urls: [`${settings.SHIPFAST_URL}/fp/auth`],
    },
    {
      type: "client",
      client_id: "parcelwise-2019",
      organization_id: "parcelwise",
      name: "Parcelwise",
      description: "Prints parcel labels for new orders.",
      secret_sha256: sha256(settings.PARCELWISE_SECRET),
      scopes: ["company/orders/read"],
      base_url: "https://parcelwise.example",
      redirect_urls: ["https://parcelwise.example/fp/auth"],
    },
    { type: "grant", ...installed, granted_by: "s-1001", granted_at: "2019-03-04T10:00:00Z" },
    {
      type: "refresh_token",
      ...installed,
      token_sha256: sha256(settings.PARCELWISE_REFRESH_TOKEN),
      expires_at: "2030-01-01T00:00:00Z",
    },
  ];
}

function sha256(text) {
  return createHash("sha256").update(text).digest("hex");
}
