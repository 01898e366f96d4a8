export { downloadReceipt as GET } from "@/lib/tenants/companies/download-receipt";
