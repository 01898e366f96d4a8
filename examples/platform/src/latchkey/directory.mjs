const PREFIX = "/service/platform/directory/v1.0";
const TOKEN_PATH = "/service/panel/authentication/v1.0/platform/oauth/token";

/**
 * Connects to Latchkey's Directory API with the platform's service key. `put` returns whether it created something.
 * @param {object} settings from readSettings
 * @returns {Promise<{put: (path: string, body: object) => Promise<boolean>,
 *   importRecords: (records: object[]) => Promise<{line: number, status: string, error?: string}[]>}>}
 * @throws {Error} with Latchkey's message
 */
export async function openDirectory(settings) {
  const credentials = `${settings.SERVICE_KEY_ID}:${settings.SERVICE_KEY_SECRET}`;
  const answer = await send(settings, "POST", TOKEN_PATH, {
    headers: { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  const { access_token } = await answer.json();
  const authorization = `Bearer ${access_token}`;
  return {
    async put(path, body) {
      const headers = { authorization, "content-type": "application/json" };
      const options = { headers, body: JSON.stringify(body) };
      const { status } = await send(settings, "PUT", PREFIX + path, options);
      return status === 201;
    },
    async importRecords(records) {
      const headers = { authorization, "content-type": "application/x-ndjson" };
      const body = records.map((record) => `${JSON.stringify(record)}\n`).join("");
      const results = await send(settings, "POST", `${PREFIX}/import`, { headers, body });
      return (await results.text()).trim().split("\n").map(JSON.parse);
    },
  };
}

async function send({ LATCHKEY_URL }, method, path, options) {
  const response = await fetch(LATCHKEY_URL + path, { method, ...options });
  if (response.ok) return response;
  throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}
