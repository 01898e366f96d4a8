export function findProgram(name: "nginx" | "caddy" | "promtool"): string | undefined;
