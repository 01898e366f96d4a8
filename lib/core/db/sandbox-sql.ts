/**
 * SQL condition: the company is not a sandbox. People try things out in sandboxes, so every count, figure, and first step
 * that covers several companies has this condition. A page about one company does not need it. True for null, because
 * an organization's own rows have no company.
 */
export const isReal = (companyId: string) =>
  `NOT EXISTS (SELECT FROM companies sandbox WHERE sandbox.id = ${companyId} AND sandbox.is_sandbox)`;
