// first file
