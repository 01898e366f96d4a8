export const DELIVERIES = "/service/panel/authentication/v1.0/platform/deliveries";
export const TAG = "Operators";
