export const PLATFORM = "/service/panel/authentication/v1.0/platform";
export const TAG = "Operators";
