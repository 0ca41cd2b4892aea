import { EditProduct } from './edit-product.tsx'
import { NewProduct } from './new-product.tsx'

/** One form under fourteen addresses: whose area it is, and for courses and masters the kind. */
export const AccountNewProduct = () => <NewProduct area="account" />
export const AccountNewCourse = () => <NewProduct area="account" fixedType="course" />
export const AccountNewMaster = () => <NewProduct area="account" fixedType="master" />
export const AccountProduct = () => <EditProduct area="account" />
export const AccountCourse = () => <EditProduct area="account" fixedType="course" />
export const AccountMaster = () => <EditProduct area="account" fixedType="master" />
export const ManageNewProduct = () => <NewProduct area="manage" />
export const ManageNewCourse = () => <NewProduct area="manage" fixedType="course" />
export const ManageNewMaster = () => <NewProduct area="manage" fixedType="master" />
export const ManageProduct = () => <EditProduct area="manage" />
export const ManageCourse = () => <EditProduct area="manage" fixedType="course" />
export const ManageMaster = () => <EditProduct area="manage" fixedType="master" />
