/** Source files whose guards and statements are mutated, as patterns. */
const TARGETS: readonly RegExp[] = [
  /^lib\/(consent|gate|operation|protocol\/(authorize|tokens|bearer|codes))\//,
  /^lib\/protocol\/scopes\/explain-scopes\.ts$/,
  /^lib\/core\/(limits\/|subject\.ts$|http\/same-origin\.ts$)/,
  /^lib\/identity\/sessions\//,
  /^lib\/tenants\/companies\/(repository|require-company-member|authenticate-company-caller|remove-extension|keep-sandbox-member)\.ts$/,
  /^lib\/clients\/(repository|require-[\w-]+|change-client|delete-client|restore-client|patch-client|create-client|update-client)\.ts$/,
  /^lib\/clients\/secrets\//,
  /^lib\/tenants\/people\/(member-rows|manage-members|people-editor|roles-within)\.ts$/,
  /^lib\/tenants\/organizations\/repository\.ts$/,
  /^lib\/tenants\/organizations\/members\/leave-organization\.ts$/,
  /^lib\/api\/answer-(operation|page)\.ts$/,
];

/** Files that only declare and decide nothing. */
const NOT_CODE = /(\.test\.ts|\.d\.ts|schemas\.ts|paths\.ts|openapi\.ts)$/;

/** Whether a file, by its path from the root, is mutated. */
export function isTarget(file: string): boolean {
  return TARGETS.some((pattern) => pattern.test(file)) && !NOT_CODE.test(file);
}

/** The relevant tests. Others of these rooms start servers, or test what only declares. */
const TESTS: readonly RegExp[] = [
  /^lib\/(?!(api|core|server)\/)/,
  /^lib\/core\/(subject|http\/[\w-]+|limits\/[\w-]+)\.test\.ts$/,
  /^lib\/api\/answer-(operation|page)\.test\.ts$/,
  /^app\/service\//,
];

/** Whether a test file, by its path from the root, tries mutants. */
export function isUsed(file: string): boolean {
  return TESTS.some((pattern) => pattern.test(file));
}
