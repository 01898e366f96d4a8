/** A sandbox company in which a person can try a client. */
export interface SandboxView {
  companyId: number;
  name: string;
  /** The organization's own company. */
  isOwn: boolean;
  /** The person's role in the company; null for no member of it. */
  role: "owner" | "admin" | "staff" | null;
}
