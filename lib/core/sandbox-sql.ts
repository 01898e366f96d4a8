/**
 * SQL condition: what belongs to this company is real, because it is no sandbox. What people try out happens in
 * sandboxes, so every count, figure, and first step that covers several companies names this condition. What is about
 * one company, such as its installed extensions, does not. True for null, which stands for an organization.
 */
export const isReal = (companyId: string) =>
  `NOT EXISTS (SELECT FROM companies sandbox WHERE sandbox.id = ${companyId} AND sandbox.is_sandbox)`;
