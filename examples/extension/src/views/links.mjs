/**
 * The platform page on which a seller installs and launches extensions. Without a company, it is the platform's sign-in
 * page, which leads there.
 */
export function extensionsPageOf(config, companyId) {
  return isCompanyId(companyId)
    ? `${config.cluster}/company/${companyId}/extensions`
    : `${config.cluster}/sign-in`;
}

/** Tells whether a query parameter is a company's number. */
export function isCompanyId(value) {
  return /^\d+$/.test(value);
}

/** The address at which the platform, or a link here, starts a launch. */
export function launchPathOf(config, companyId) {
  const query = new URLSearchParams({
    company_id: companyId,
    client_id: config.apiKey,
    cluster_url: config.cluster,
  });
  return `/fp/install?${query}`;
}
