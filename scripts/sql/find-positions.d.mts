export function findPositions(file: string, source: string): string[];
