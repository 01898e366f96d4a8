/** Whether and why the platform suspended a client, or the organization that publishes it. */
export function suspensionOf(client: {
  suspendedAt: Date | null;
  suspensionReason: string | null;
  organization: { status: "active" | "suspended" };
}): { isSuspended: boolean; suspensionReason: string | null } {
  const isSuspended = client.suspendedAt !== null || client.organization.status === "suspended";
  return { isSuspended, suspensionReason: client.suspensionReason };
}
