/**
 * SQL condition: the company is not a sandbox, which each figure over several companies leaves out. True for null,
 * because an organization's own rows have no company.
 */
export const isReal = (companyId: string) =>
  `NOT EXISTS (SELECT FROM companies sandbox WHERE sandbox.id = ${companyId} AND sandbox.is_sandbox)`;
