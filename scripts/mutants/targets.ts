/** Source files whose guards and statements are mutated, as patterns. */
const TARGETS: readonly RegExp[] = [
  /^lib\/(access|consent|gate|limits|operation|oauth\/(authorize|tokens|bearer|codes))\//,
  /^lib\/kernel\/subject\.ts$/,
  /^lib\/auth\//,
  /^lib\/companies\/(repository|authenticate-seller|require-company-member|remove-extension|keep-sandbox-member)\.ts$/,
  /^lib\/clients\/(repository|require-[\w-]+|change-client|delete-client|restore-client|patch-client|register-client)\.ts$/,
  /^lib\/clients\/secrets\//,
  /^lib\/organizations\/repository\.ts$/,
  /^lib\/organizations\/members\/(repository|role-authority|revoke-excess-access|change-member|remove-member|leave-organization)\.ts$/,
  /^lib\/(api\/answer-(operation|page)|kernel\/http\/same-origin)\.ts$/,
];

/** Files that only declare and decide nothing. */
const NOT_CODE = /(\.test\.ts|\.d\.ts|schemas\.ts|paths\.ts|openapi\.ts)$/;

/** Whether a file, by its path from the root, is mutated. */
export function isTarget(file: string): boolean {
  return TARGETS.some((pattern) => pattern.test(file)) && !NOT_CODE.test(file);
}

/** The relevant tests. */
export const TESTS: readonly string[] = [
  "lib/!(api|boot|kernel|maintenance)/**/*.test.ts",
  "lib/{kernel/subject,kernel/http/*}.test.ts",
  "app/service/**/*.test.ts",
];
