/**
 * What a newcomer can do once everything runs; examples/gateway/README.md says more.
 *
 * @param {import("../example-platform/programs.mjs").Urls} urls
 * @param {Record<string, string>} gateways Where each proxy listens.
 * @param {readonly string[]} proxies Those that run.
 * @param {string} password Everyone's.
 */
export function explain(urls, gateways, proxies, password) {
  const fronts = proxies.map(
    (proxy) => `  ${gateways[proxy]}    Market Hall's APIs behind ${proxy} and the gate`,
  );
  return `
Everything runs. Ctrl-C stops it.

  ${urls.latchkey}    Latchkey
  ${urls.accounts}    Market Hall's sign-in
  ${urls.platform}    Market Hall's APIs, for the proxies only
${fronts.join("\n")}
  ${urls.extension}    Shipfast, an extension that calls ${urls.cluster}

Open ${urls.latchkey}/company/7001/extensions and sign in at Market Hall:

  mira@harbour-lamps.example     sells lamps: install Shipfast, then call its products
  ravi@shipfast.example          publishes Shipfast
  ines@markethall.example        operates Latchkey: ${urls.latchkey}/platform

Everyone's password: ${password}
`;
}
