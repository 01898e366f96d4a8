export { downloadReceipt as GET } from "@/lib/tenants/download-receipt";
