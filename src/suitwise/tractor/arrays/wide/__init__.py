"""Many tables of 4 to 8 seats with 1 to 4 packs in arrays, played from the first lead to the end."""
