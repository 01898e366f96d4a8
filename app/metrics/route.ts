import { routes } from "@/lib/api/routes";

export const dynamic = "force-dynamic";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routes("/metrics");
