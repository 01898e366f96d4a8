// Exits with 1 unless the server of this machine or container responds: node check-health.mjs
const { PORT = "3000" } = process.env;
const response = await fetch(`http://127.0.0.1:${PORT}/healthz`);
process.exitCode = response.ok ? 0 : 1;
