export function findBypasses(file: string, source: string): string[];
