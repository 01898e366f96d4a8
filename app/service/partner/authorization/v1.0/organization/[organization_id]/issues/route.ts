export { DELETE, GET, OPTIONS, PATCH, POST, PUT } from "@/lib/api/route";
