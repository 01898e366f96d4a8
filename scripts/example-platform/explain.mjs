/**
 * What a newcomer can do once everything runs; examples/platform/README.md says more.
 *
 * @param {{latchkey: string, platform: string, accounts: string, extension: string}} urls
 * @param {string} password Everyone's.
 */
export function explain(urls, password) {
  return `
Everything runs. Ctrl-C stops it.

  ${urls.latchkey}    Latchkey
  ${urls.accounts}    Market Hall's sign-in
  ${urls.platform}    Market Hall's APIs, which extensions call
  ${urls.extension}    Shipfast, an extension

Open ${urls.latchkey}/company/7001/extensions and sign in at Market Hall:

  mira@harbour-lamps.example     sells lamps: install Shipfast, then call its products
  ravi@shipfast.example          publishes Shipfast
  ines@markethall.example        operates Latchkey: ${urls.latchkey}/platform

Everyone's password: ${password}
`;
}
