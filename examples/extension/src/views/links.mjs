/** The page of the platform on which a seller installs and launches extensions. */
export function extensionsPageOf(config) {
  return `${config.cluster}/extensions`;
}

/** The address with which the platform, or a link of our own, begins a launch. */
export function launchPathOf(config, companyId) {
  const query = new URLSearchParams({
    company_id: companyId,
    client_id: config.apiKey,
    cluster_url: config.cluster,
  });
  return `/fp/install?${query}`;
}
