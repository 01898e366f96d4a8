export function isProven(file: string): boolean;
