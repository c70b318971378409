export const PACKAGE_NAME = "@signalbox/lab";
