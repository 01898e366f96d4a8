/** A sandbox company in which a person can try a client. */
export interface SandboxView {
  companyId: number;
  name: string;
  /** The organization's own company. */
  isOwn: boolean;
  /** The person's role in the company; null if they are not a member. */
  role: "owner" | "admin" | "staff" | null;
}
