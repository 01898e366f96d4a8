export { downloadInstalledReceipt as GET } from "@/lib/tenants/organizations/installed/download-installed-receipt";
