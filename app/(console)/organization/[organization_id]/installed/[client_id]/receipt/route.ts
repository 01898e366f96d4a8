export { downloadInstalledReceipt as GET } from "@/lib/tenants/download-receipt";
