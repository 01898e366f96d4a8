/** Cache keys of client data; a shorter one names everything under it. */
export const clientKeys = {
  all: (organizationId: string) => ["clients", organizationId] as const,
  lists: (organizationId: string) => ["clients", organizationId, "list"] as const,
  one: (organizationId: string, clientId: string) =>
    ["clients", organizationId, "one", clientId] as const,
  secrets: (organizationId: string, clientId: string) =>
    ["clients", organizationId, "one", clientId, "secrets"] as const,
};
