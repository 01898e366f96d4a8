export function moduleFiles(): string[];
export function changedFiles(): string[];
