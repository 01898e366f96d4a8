export const AUDIT = "/service/panel/authentication/v1.0/platform/audit";
export const TAG = "Platform audit";
export const platformPermission = "platform-audit:read";
